import type { Scenario } from '../../language/ast.ts';
import { readScenario } from '../../language/read-scenario.ts';
import { checkSnapshot } from '../../simulation/snapshot.ts';
import { bodyPlace, dataOf, sourceOf } from '../bodies.ts';
import { openObject, refTo, whole } from '../json-schema.ts';
import { route } from '../route.ts';
import { stateSchema, tellState } from './simulation.ts';

const snapshotSchema = openObject('A world with its clock, and what was due in it.', {
  version: whole('The version of the format.', 1),
  now: whole('When it was taken, by the clock of the service.'),
  seed: whole('What everything random is drawn from.'),
  world: openObject('All that the service knew.'),
  checksum: whole('Of all the rest: it is taken as it was given, or not at all.'),
});

export const savedRoutes = [
  route({
    method: 'GET',
    path: 'snapshot',
    name: 'takeSnapshot',
    group: 'saved',
    what: 'Gives the world and its clock as plain JSON, to go back to.',
    more: '**It holds the secrets of the simulation as they are.** Steps that wait are no part of it.',
    gives: { as: 'json', schema: snapshotSchema },
    codes: ['SNAPSHOT_BUSY'],
    tellsSecrets: true,
    act: ({ session }) => session.controlled.sim.snapshot(),
  }),
  route({
    method: 'PUT',
    path: 'snapshot',
    name: 'restoreSnapshot',
    group: 'saved',
    what: 'Goes on from a world that was saved. It is another world, with a trace of its own, at the same addresses.',
    body: dataOf(
      {
        what: 'What `GET /snapshot` gave.',
        json: snapshotSchema,
        example: { version: 4, now: 1709164800000, seed: 0, world: {}, checksum: 123456789 },
        most: 33_554_432,
      },
      (data) => checkSnapshot(data, bodyPlace),
    ),
    gives: { as: 'json', schema: stateSchema },
    codes: ['BAD_OPTION', 'DISPOSED'],
    act: ({ session, body }) =>
      session.inTurn(async () => {
        await session.controlled.restore(body);
        return tellState(session);
      }),
  }),
  route({
    method: 'POST',
    path: 'reset',
    name: 'reset',
    group: 'saved',
    what: 'Begins the world anew, at the same addresses: the scenario that is played, or the one that is sent.',
    more:
      'Steps that were told are gone, and the trace begins anew. Connections that are kept open end, in good order where nothing is ' +
      'under way. What is sent has to be one whole scenario: it can include no files.',
    body: {
      ...sourceOf<Scenario>(
        {
          what: 'A scenario, as JSON or as YAML. Without a body it is the one that is played.',
          json: { anyOf: [refTo('scenario'), refTo('scenarioWithTable')] },
          example: { name: 'consent is withdrawn', steps: [{ after: 'created', do: 'revokeConsent' }] },
        },
        (_, text) => readScenario(text, bodyPlace),
      ),
      isOptional: true,
    },
    gives: { as: 'json', schema: stateSchema },
    codes: ['SCENARIO_INVALID', 'BAD_OPTION', 'DISPOSED'],
    act: ({ session, body }) =>
      session.inTurn(async () => {
        await session.controlled.reset(body);
        return tellState(session);
      }),
  }),
];
