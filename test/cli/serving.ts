import process from 'node:process';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

/** What a client in Python begins with: its standard library, and calls in JSON. */
const python = `import http.server, json, os, queue, sys, threading, urllib.error, urllib.parse, urllib.request
env = os.environ

def send(url, data=None, token=None, method=None, kind=None):
    headers = {"Authorization": "Bearer " + token} if token else {}
    if kind: headers["Content-Type"] = kind
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=20) as answer:
        return json.loads(answer.read() or "null")

def refresh():
    form = {"grant_type": "refresh_token", "refresh_token": env["STUNT_DOUBLE_CUSTOMER_REFRESH_TOKEN"],
            "client_id": env["STUNT_DOUBLE_CLIENT_ID"], "client_secret": env["STUNT_DOUBLE_CLIENT_SECRET"]}
    return send(env["STUNT_DOUBLE_TOKEN_URL"], urllib.parse.urlencode(form).encode())["access_token"]

def queries():
    return env["STUNT_DOUBLE_EU_WEST_1_URL"] + "/" + env["STUNT_DOUBLE_CUSTOMER_SCOPE"] + "/data-queries"

def create(token):
    return send(queries(), token=token, method="POST")["id"]

def control(path, body):
    return send(env["STUNT_DOUBLE_CONTROL_URL"] + path, json.dumps(body).encode(), kind="application/json")
`;

/** The command of a client in Python, whose text goes on from there. */
export const pythonClient = (text: string): readonly string[] => {
  const folder = temporaryFolder({ 'client.py': `${python}\n${text}` });
  return ['python3', '-uB', `${folder}/client.py`];
};

/** The command of a client in Node. */
export const nodeClient = (text: string): readonly string[] => [process.execPath, '-e', text];

/** Serves a command in this process. */
export const serve = (
  options: readonly string[],
  command: readonly string[],
  interrupted?: AbortSignal,
): ReturnType<typeof run> =>
  run(['serve', ...options, ...(command.length === 0 ? [] : ['--', ...command])], {
    env: { PATH: process.env['PATH'] ?? '' },
    ...(interrupted !== undefined && { interrupted }),
  });
