"""Lets time pass: as it does, or in a simulation that knows of it, where hours take no time."""

import json
import os
import time
import urllib.request


def sleep(seconds):
    control = os.environ.get("STUNT_DOUBLE_CONTROL_URL")
    if control is None:
        return time.sleep(seconds)
    body = json.dumps({"for": f"{seconds}s"}).encode()
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{control}time/sleep", body, headers)).close()
