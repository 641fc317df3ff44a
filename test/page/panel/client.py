"""A client that is at work until it is refused: every ten minutes it asks for a new token."""
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

env = os.environ


def post(url, body, content_type, headers={}):
    request = urllib.request.Request(url, body, {"Content-Type": content_type, **headers}, method="POST")
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def refresh():
    form = {
        "grant_type": "refresh_token",
        "refresh_token": env["STUNT_DOUBLE_CUSTOMER_REFRESH_TOKEN"],
        "client_id": env["STUNT_DOUBLE_CLIENT_ID"],
        "client_secret": env["STUNT_DOUBLE_CLIENT_SECRET"],
    }
    body = urllib.parse.urlencode(form).encode()
    return post(env["STUNT_DOUBLE_TOKEN_URL"], body, "application/x-www-form-urlencoded")["access_token"]


def sleep(length):
    post(env["STUNT_DOUBLE_CONTROL_URL"] + "time/sleep", json.dumps({"for": length}).encode(), "application/json")


print(env["STUNT_DOUBLE_CONTROL_URL"], flush=True)
try:
    while True:
        refresh()
        print("refreshed", flush=True)
        sleep("10m")
except urllib.error.HTTPError as refusal:
    sys.exit(f"refused: {refusal.code}")
