"""The client, with requests."""

import json
import os

import requests
from clock import sleep
from importer import Importer

session = requests.Session()


def send(method, url, headers, body):
    answer = session.request(method, url, headers=headers, data=body, timeout=30)
    return answer.status_code, answer.text


print(json.dumps(Importer(send, sleep, os.environ).run()))
