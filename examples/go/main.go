// Imports a customer's data, with nothing but the standard library.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Before each retry of what may succeed later.
var waits = []time.Duration{1, 2, 4, 10, 30, 60}

var client = http.Client{Timeout: 30 * time.Second}

type importer struct {
	token   string
	queries string
	ended   <-chan notification
}

type result struct {
	Status  string `json:"status"`
	Queries int    `json:"queries"`
	Records int    `json:"records"`
}

// What the service says when it does not do what it was asked for.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return fmt.Sprintf("%d %s", r.status, r.text) }

func isRefused(err error, because string) bool {
	var refused refusal
	return errors.As(err, &refused) && strings.Contains(refused.text, because)
}

// Sends it once, and reads the answer into what is given.
func send(method, address, token string, form url.Values, into any) error {
	request, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return refusal{answer.StatusCode, string(text)}
	}
	return json.Unmarshal(text, into)
}

// Sends it until it succeeds, or cannot.
func fetch(method, address, token string, form url.Values, into any) error {
	for _, wait := range waits {
		err := send(method, address, token, form, into)
		var refused refusal
		if !errors.As(err, &refused) {
			return err
		}
		if refused.status != 429 && refused.status != 500 && refused.status != 504 {
			return err
		}
		sleep(wait * time.Second)
	}
	return send(method, address, token, form, into)
}

func (i *importer) call(method, path string, into any) error {
	for refreshes := 0; ; refreshes++ {
		err := fetch(method, i.queries+path, i.token, nil, into)
		if refreshes == 3 || !isRefused(err, "Access token is expired") {
			return err
		}
		if err := i.refresh(); err != nil {
			return err
		}
	}
}

func (i *importer) refresh() error {
	form := url.Values{
		"grant_type":    {"refresh_token"},
		"refresh_token": {os.Getenv("STUNT_DOUBLE_CUSTOMER_REFRESH_TOKEN")},
		"client_id":     {os.Getenv("STUNT_DOUBLE_CLIENT_ID")},
		"client_secret": {os.Getenv("STUNT_DOUBLE_CLIENT_SECRET")},
	}
	var tokens struct {
		AccessToken string `json:"access_token"`
	}
	err := fetch("POST", os.Getenv("STUNT_DOUBLE_TOKEN_URL"), "", form, &tokens)
	i.token = tokens.AccessToken
	return err
}

// Waits for the notification, and looks for it every minute.
func (i *importer) statusOf(query string) (string, error) {
	for minute := 0; minute < 240; minute++ {
		for len(i.ended) > 0 {
			if told := <-i.ended; told.Id == query {
				return told.Status, nil
			}
		}
		sleep(time.Minute)
	}
	return "", fmt.Errorf("nothing was heard of query %s in four hours", query)
}

type page struct {
	Records []struct {
		File   string `json:"file"`
		Schema string `json:"schema"`
	} `json:"records"`
	NextPageToken string `json:"nextPageToken"`
}

func (i *importer) download(query string) (records int, err error) {
	for token := ""; ; {
		var listed page
		parameters := url.Values{"nextPageToken": {token}}
		if err := i.call("GET", "/"+query+"/records?"+parameters.Encode(), &listed); err != nil {
			return 0, err
		}
		for _, record := range listed.Records {
			for _, link := range []string{record.File, record.Schema} {
				var content any
				if err := fetch("GET", link, "", nil, &content); err != nil {
					return 0, err
				}
			}
		}
		records += len(listed.Records)
		token = listed.NextPageToken
		if token == "" {
			return records, nil
		}
	}
}

func (i *importer) run() (result, error) {
	for queries := 1; ; queries++ {
		var query struct {
			Id string `json:"id"`
		}
		if err := i.call("POST", "", &query); err != nil {
			return result{}, err
		}
		status, err := i.statusOf(query.Id)
		if err != nil || status != "COMPLETED" {
			return result{status, queries, 0}, err
		}
		records, err := i.download(query.Id)
		// It can be listed for an hour; then it takes a new query.
		if queries == 3 || !isRefused(err, "ACCESS_TIME_ELAPSED") {
			return result{status, queries, records}, err
		}
	}
}

func main() {
	ended, err := listen(os.Getenv("STUNT_DOUBLE_NOTIFY_URL"))
	if err == nil {
		region, scope := os.Getenv("STUNT_DOUBLE_EU_WEST_1_URL"), os.Getenv("STUNT_DOUBLE_CUSTOMER_SCOPE")
		one := importer{os.Getenv("STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN"), region + "/" + scope + "/data-queries", ended}
		var brought result
		if brought, err = one.run(); err == nil {
			err = json.NewEncoder(os.Stdout).Encode(brought)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
