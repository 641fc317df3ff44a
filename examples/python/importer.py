"""Imports a customer's data. How requests are sent, and how time passes, is told to it."""

import http.server
import json
import os
import queue
import threading
import urllib.parse
from dataclasses import dataclass
from typing import Callable

Send = Callable[..., "tuple[int, str]"]  # send(method, url, headers, body) -> (status, text)
waits = [1, 2, 4, 10, 30, 60]  # seconds before each retry of what may succeed later


class Refused(Exception):
    pass


@dataclass
class Importer:
    send: Send
    sleep: Callable[[float], None]
    env: "os._Environ[str]"

    def __post_init__(self):
        customer = "STUNT_DOUBLE_CUSTOMER"
        self.token = self.env[f"{customer}_ACCESS_TOKEN"]
        region = self.env["STUNT_DOUBLE_EU_WEST_1_URL"]
        self.queries = f"{region}/{self.env[f'{customer}_SCOPE']}/data-queries"
        self.ended = listen(self.env["STUNT_DOUBLE_NOTIFY_URL"])

    def fetch(self, method, url, headers=None, body=None):
        for wait in [*waits, None]:
            status, text = self.send(method, url, headers or {}, body)
            if status < 300:
                return json.loads(text)
            if status not in (429, 500, 504) or wait is None:
                raise Refused(f"{status} {text}")
            self.sleep(wait)

    def call(self, method, path=""):
        for refreshes in range(4):
            try:
                return self.fetch(method, self.queries + path, {"Authorization": f"Bearer {self.token}"})
            except Refused as refusal:
                if "Access token is expired" not in str(refusal) or refreshes == 3:
                    raise
            self.refresh()

    def refresh(self):
        form = {
            "grant_type": "refresh_token",
            "refresh_token": self.env["STUNT_DOUBLE_CUSTOMER_REFRESH_TOKEN"],
            "client_id": self.env["STUNT_DOUBLE_CLIENT_ID"],
            "client_secret": self.env["STUNT_DOUBLE_CLIENT_SECRET"],
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        url = self.env["STUNT_DOUBLE_TOKEN_URL"]
        self.token = self.fetch("POST", url, headers, urllib.parse.urlencode(form))["access_token"]

    def status_of(self, query):
        """Waits for the notification, and looks for it every minute."""
        for _ in range(240):
            while not self.ended.empty():
                told = self.ended.get()
                if told["id"] == query:
                    return told["status"]
            self.sleep(60)
        raise TimeoutError(f"nothing was heard of query {query} in four hours")

    def download(self, query):
        records, token = 0, ""
        while token is not None:
            page = self.call("GET", f"/{query}/records?" + urllib.parse.urlencode({"nextPageToken": token}))
            for record in page["records"]:
                self.fetch("GET", record["file"])
                self.fetch("GET", record["schema"])
            records += len(page["records"])
            token = page.get("nextPageToken") or None
        return records

    def run(self):
        for queries in range(1, 4):
            query = self.call("POST")["id"]
            status = self.status_of(query)
            if status != "COMPLETED":
                return {"status": status, "queries": queries, "records": 0}
            try:
                return {"status": status, "queries": queries, "records": self.download(query)}
            except Refused as refusal:
                # It can be listed for an hour; then it takes a new query.
                if "ACCESS_TIME_ELAPSED" not in str(refusal):
                    raise
        raise TimeoutError("three hours were not enough")


def listen(url):
    """What is posted to this address from now on."""
    told = queue.Queue()

    class Endpoint(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            told.put(json.loads(body["Message"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    address = urllib.parse.urlsplit(url)
    endpoint = http.server.ThreadingHTTPServer((address.hostname, address.port), Endpoint)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    return told
