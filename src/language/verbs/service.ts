import { serviceFaultNames } from '../../spec/faults.ts';
import { regionNames } from '../../spec/regions.ts';
import { kinds } from '../field-kinds.ts';
import { how, lasting } from './phrases.ts';
import { filled, lastingFor, needed, type VerbRows } from './row.ts';

/** Time that passes while the client waits for an answer may cost it the connection; while it only waits it has to cope. */
const asleep = (exchange: string | undefined) =>
  exchange === undefined || exchange === 'notification' ? 'finish' : 'either';

export const serviceVerbs = {
  beginFault: {
    does: 'Something goes wrong inside the service; "stunt-double list faults" names what can.',
    example: '{ at: 5m, do: beginFault, fault: backendSilent, for: 10m }',
    fields: { fault: needed(kinds.serviceFault), ...lastingFor },
    first: 'fault',
    says: ({ fault, for: length }) => `begin the service fault ${fault}${lasting(length)}`,
    weight: 40,
    sweep: serviceFaultNames.map((fault) => ({ name: `fault ${fault}`, fields: { fault }, demand: 'end' })),
  },
  endFault: {
    does: 'What went wrong inside the service is repaired.',
    example: '{ at: 15m, do: endFault, fault: backendSilent }',
    fields: { fault: needed(kinds.serviceFault) },
    first: 'fault',
    says: ({ fault }) => `end the service fault ${fault}`,
    weight: 8,
  },
  regionDown: {
    does: 'A region of interface C refuses every request, or cannot be reached.',
    example: '{ at: 5m, do: regionDown, region: eu-west-1, fails: refused, for: 1h }',
    fields: {
      region: needed(kinds.region),
      fails: { ...filled(kinds.outage, 503), atService: 'failure' },
      ...lastingFor,
    },
    first: 'region',
    says: ({ region, fails, for: length }) => `take ${region} down with ${how(fails)}${lasting(length)}`,
    weight: 42,
    sweep: [
      ...regionNames.map((region) => ({
        name: `${region} down`,
        fields: { region, fails: { kind: 'status', status: 503 } } as const,
        demand: 'either' as const,
      })),
      ...regionNames.map((region) => ({
        name: `${region} out of reach`,
        fields: { region, fails: { kind: 'connection', fault: 'refused' } } as const,
        demand: 'either' as const,
      })),
    ],
  },
  regionUp: {
    does: 'The region answers again.',
    example: '{ at: 1h, do: regionUp, region: eu-west-1 }',
    fields: { region: needed(kinds.region) },
    first: 'region',
    says: ({ region }) => `bring ${region} up`,
    weight: 6,
  },
} satisfies VerbRows;

export const clockVerbs = {
  elapse: {
    does: 'Time passes while the client sleeps, before it hears anything more.',
    example: '{ on: notification, elapse: 61m }',
    fields: { duration: needed(kinds.sleep, 'elapse') },
    first: 'duration',
    isKey: true,
    says: ({ duration }) => `let ${duration} pass`,
    weight: 72,
    sweep: [
      { name: '5m pass', fields: { duration: '5m' }, demand: asleep },
      { name: '61m pass', fields: { duration: '61m' }, demand: asleep },
      { name: '25h pass', fields: { duration: '25h' }, demand: 'either' },
    ],
  },
} satisfies VerbRows;
