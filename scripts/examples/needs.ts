import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** What an example needs of a machine besides Node. */
interface Need {
  readonly what: string;
  /** Succeeds where it is there. */
  readonly proof: readonly string[];
  /** What it is called by Debian. */
  readonly packages: readonly string[];
}

const needs: Readonly<Record<string, readonly Need[]>> = {
  python: [
    { what: 'Python 3.9 or newer', proof: ['python3', '-c', 'import dataclasses'], packages: ['python3'] },
    {
      what: 'pytest and requests, for python3',
      proof: ['python3', '-c', 'import pytest, requests'],
      packages: ['python3-pytest', 'python3-requests'],
    },
  ],
  go: [{ what: 'Go 1.19 or newer', proof: ['go', 'version'], packages: ['golang-go'] }],
  shell: [
    { what: 'curl 7.82 or newer', proof: ['curl', '--json', '{}', '--version'], packages: ['curl'] },
    { what: 'jq', proof: ['jq', '--version'], packages: ['jq'] },
    { what: 'socat', proof: ['socat', '-V'], packages: ['socat'] },
  ],
};

const isThere = ({ proof: [program = '', ...args] }: Need): boolean => spawnSync(program, args).status === 0;

/** What an example still needs, in words that name it and how Debian installs it. */
export const missingFor = (name: string): readonly string[] =>
  (needs[name] ?? [])
    .filter((need) => !isThere(need))
    .map(({ what, packages }) => `there is no ${what} on this machine: apt-get install ${packages.join(' ')}`);

/** Installs what the examples need, where that is possible: on Debian and its like, by whoever may. */
export const installNeeds = (): void => {
  const packages = Object.values(needs)
    .flat()
    .filter((need) => !isThere(need))
    .flatMap((need) => need.packages);
  if (packages.length === 0) return;
  const before = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  for (const apt of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const [program = '', ...args] = [...before, 'apt-get', ...apt];
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
};
