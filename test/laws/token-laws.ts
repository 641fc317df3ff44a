import { constantFrom, record, tuple } from 'fast-check';
import { serviceFaultNames } from '../../src/spec/faults.ts';
import { law, same } from './law.ts';
import { day, minute, second } from './commands.ts';
import { fork, perform, play } from './play.ts';
import { give, type Run } from './run.ts';
import { commandLists } from './arbitraries.ts';

/** Laws of what cannot be undone: time and revocation. */

/** How the service looks upon every token there is, were it asked now. */
const refusals = (run: Run): ReadonlyMap<string, string | undefined> => {
  const probe = fork(run);
  probe.world.faults.length = 0;
  for (const fault of serviceFaultNames) give(probe, { kind: 'action', action: { do: 'endFault', fault } });
  const found = new Map<string, string | undefined>();
  for (const token of run.world.tokens.keys()) {
    const url = `${run.world.settings.addresses.regions['eu-west-1']}/orders/data-queries/x/records`;
    const headers = { authorization: `Bearer ${token}` };
    const { reply } = give(fork(probe), { kind: 'request', request: { method: 'GET', url, headers, body: '' } });
    found.set(token, reply?.reason.row);
  }
  return found;
};

const tokensThat = (run: Run, row: string): readonly string[] =>
  [...refusals(run)].filter(([, refusal]) => refusal === row).map(([token]) => token);

export const tokenLaws = {
  expiry: law(
    'the longer one waits, the more tokens have expired, and none comes back',
    tuple(
      commandLists({ longest: 8 }),
      record({
        one: constantFrom(1, second, 5 * minute),
        more: constantFrom(1, minute, 30 * minute, 61 * minute, day),
      }),
    ),
    ([commands, { one, more }], service) => {
      const run = play([...commands, { do: 'wait', for: one }], { service });
      const early = tokensThat(run, 'tokenExpired');
      perform(run, { do: 'wait', for: more });
      const late = new Set(tokensThat(run, 'tokenExpired'));
      same(
        [],
        early.filter((token) => !late.has(token)),
      );
      same(true, late.size >= early.length);
    },
    40,
  ),
  revoked: law(
    'a token that was revoked never comes back, whatever happens',
    tuple(commandLists({ longest: 8 }), constantFrom('ann', 'bob', 'cyd'), commandLists({ longest: 8 })),
    ([before, customer, after], service) => {
      const run = play([...before, { do: 'act', action: { do: 'revokeToken', customer } }], { service });
      const then = tokensThat(run, 'tokenRevoked');
      for (const command of after) perform(run, command);
      const now = new Set(tokensThat(run, 'tokenRevoked'));
      same(
        [],
        then.filter((token) => !now.has(token)),
      );
    },
    150,
  ),
};
