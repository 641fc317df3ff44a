package main

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"
)

type notification struct {
	Id     string `json:"id"`
	Status string `json:"status"`
}

// What is posted to this address from now on.
func listen(address string) (<-chan notification, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", at.Host)
	if err != nil {
		return nil, err
	}
	told := make(chan notification, 100)
	go http.Serve(listener, http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		var body struct{ Message string }
		var one notification
		if json.NewDecoder(request.Body).Decode(&body) != nil || json.Unmarshal([]byte(body.Message), &one) != nil {
			answer.WriteHeader(http.StatusBadRequest)
			return
		}
		told <- one
		answer.WriteHeader(http.StatusNoContent)
	}))
	return told, nil
}
