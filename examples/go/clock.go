package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// Lets time pass: as it does, or in a simulation that knows of it, where hours take no time.
func sleep(length time.Duration) {
	control := os.Getenv("STUNT_DOUBLE_CONTROL_URL")
	if control == "" {
		time.Sleep(length)
		return
	}
	body := fmt.Sprintf(`{"for": "%dms"}`, length.Milliseconds())
	answer, err := http.Post(control+"time/sleep", "application/json", strings.NewReader(body))
	if err != nil || answer.StatusCode != http.StatusOK {
		panic(fmt.Sprint("the simulation does not let it sleep: ", err))
	}
	answer.Body.Close()
}
