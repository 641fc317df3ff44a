"""Imports a customer's data, with nothing but the standard library.

It says where its endpoint for notifications is, is told its configuration, and says what it imported: one line of JSON each.
"""

import http.server
import json
import queue
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

notifications = queue.Queue()


class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        notifications.put(json.loads(body["Message"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def send(url, method="GET", data=None, token=None):
    """Waits longer before each retry of what may succeed later."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    for wait in [1, 2, 4, 10, 30, None]:
        try:
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 504) or wait is None:
                raise
        time.sleep(wait)


class Session:
    def __init__(self, config):
        self.config = config
        self.token = config["accessToken"]

    def call(self, method, path):
        url = self.config["baseUrl"] + path
        try:
            return json.loads(send(url, method, token=self.token))
        except urllib.error.HTTPError as error:
            if "Access token is expired" not in error.read().decode():
                raise
        self.refresh()
        return json.loads(send(url, method, token=self.token))

    def refresh(self):
        names = {"client_id": "clientId", "client_secret": "clientSecret", "refresh_token": "refreshToken"}
        form = {name: self.config[known] for name, known in names.items()} | {"grant_type": "refresh_token"}
        answer = send(self.config["tokenUrl"], "POST", urllib.parse.urlencode(form).encode())
        self.token = json.loads(answer)["access_token"]


def import_data(session):
    query = session.call("POST", "")["id"]
    status = next(one["status"] for one in iter(notifications.get, None) if one["id"] == query)
    records = 0
    token = "" if status == "COMPLETED" else None
    while token is not None:
        parameters = urllib.parse.urlencode({"nextPageToken": token})
        page = session.call("GET", f"/{query}/records?{parameters}")
        for record in page["records"]:
            send(record["file"])
            send(record["schema"])
        records += len(page["records"])
        token = page.get("nextPageToken") or None
    return {"status": status, "records": records}


endpoint = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
threading.Thread(target=endpoint.serve_forever, daemon=True).start()
print(json.dumps({"endpoint": f"http://127.0.0.1:{endpoint.server_port}/notifications/v1"}), flush=True)
print(json.dumps(import_data(Session(json.loads(sys.stdin.readline())))), flush=True)
