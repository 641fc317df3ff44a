import json
import subprocess
import sys

import pytest

serve = ["npx", "stunt-double", "serve", "--clock", "leaping", "--control", "--notify", "auto", "--reporter", "terminal=report.txt"]

expected = {
    "whole-import": {"status": "COMPLETED", "queries": 1, "records": 12},
    "hour-passes": {"status": "COMPLETED", "queries": 2, "records": 12},
    "consent-is-withdrawn": {"status": "CANCELED", "queries": 1, "records": 0},
}


@pytest.mark.parametrize("client", ["with_urllib.py", "with_requests.py"])
@pytest.mark.parametrize("scenario", expected)
def test_hours_pass_at_once_and_no_rule_is_broken(scenario, client):
    command = [*serve, f"scenarios/{scenario}.yaml", "--", sys.executable, client]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert json.loads(ran.stdout.splitlines()[0]) == expected[scenario]
