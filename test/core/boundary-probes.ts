import type { Assumptions } from '../../src/spec/assumptions.ts';
import type { BoundaryName } from '../../src/spec/boundaries.ts';
import { limits } from '../../src/spec/limits.ts';
import { type Answer, completed, hosts, nobodysId, type Setup, type Story, tell } from './world.ts';

/** What is seen at a number of steps, under some choices: a refusal by our name, or in which way all is well. */
type Probe = (choice: Partial<Assumptions>, steps: number) => string;

const eu = hosts.regions['eu-west-1'];
const longLife = { 'token.lifetime': '3d' } as const;

const wait = (story: Story, milliseconds: number): void => story.wait(`${milliseconds}ms`);

/** A refusal by the operation itself is none here: the request got as far as that. */
const outcomeOf = ({ row }: Answer): string =>
  row === undefined || row === 'queryIdNotFound' || row === 'requestConflict' ? 'works' : row;

const statusOf = ({ status }: Answer): string => (status === 200 ? 'works' : 'refused');

const askTo = {
  create: (story: Story, token: string, exchange?: number) =>
    story.create(token, 'orders', eu, '', exchange === undefined ? {} : { exchange }),
  list: (story: Story, token: string, exchange?: number) =>
    story.list(token, nobodysId, '', 'orders', exchange === undefined ? {} : { exchange }),
};

/**
 * What the last of so many requests gets, with a wait ahead of each but the first. Twenty-eight thousand are asked once, and one
 * more goes on from there.
 */
const lastOf = (ask: keyof typeof askTo, gap: number): Probe => {
  let last: { readonly choice: string; readonly outcomes: string[]; readonly askAgain: () => string } | undefined;
  return (choice, times) => {
    if (last?.choice !== JSON.stringify(choice)) {
      const story = tell({ ...longLife, ...choice });
      const { token } = story.login();
      const askAgain = (): string => {
        const outcome = outcomeOf(askTo[ask](story, token));
        story.now += gap;
        return outcome;
      };
      last = { choice: JSON.stringify(choice), outcomes: [], askAgain };
    }
    while (last.outcomes.length < times) last.outcomes.push(last.askAgain());
    return last.outcomes[times - 1] ?? 'none';
  };
};

/** What the last of so many gets when none of the answers before has arrived. */
const lastUnderWay =
  (ask: keyof typeof askTo): Probe =>
  (choice, times) => {
    const story = tell(choice);
    const { token } = story.login();
    const answers = Array.from({ length: times }, (_, index) => {
      story.wait('1s');
      return askTo[ask](story, token, index);
    });
    return answers.map(outcomeOf).at(-1) ?? 'none';
  };

/** A full limit, and what one request more gets so long after the first; `gap` lies between those that fill it. */
const afterFull =
  (ask: keyof typeof askTo, times: number, gap: number, setup: Setup = {}): Probe =>
  (choice, milliseconds) => {
    const story = tell({ ...longLife, ...choice }, setup);
    const { token } = story.login();
    const first = story.now;
    for (let asked = 1; asked <= times; asked++) {
      askTo[ask](story, token);
      story.now += gap;
    }
    story.now = first + milliseconds;
    return outcomeOf(askTo[ask](story, token));
  };

const afterPage = (choice: Partial<Assumptions>, milliseconds: number): string => {
  const { story, token, id } = completed({ ...longLife, ...choice });
  const next = story.list(token, id).body.nextPageToken;
  wait(story, milliseconds);
  return outcomeOf(story.list(token, id, `?nextPageToken=${next}`));
};

const results: Probe = (choice, size) => {
  const { story, token, id } = completed(choice);
  return outcomeOf(story.list(token, id, `?maxResults=${size}`));
};

const links: Probe = (choice, milliseconds) => {
  const { story, token, id } = completed(choice);
  const [pair] = story.list(token, id).body.records;
  if (choice['links.lifetimeUnderCache'] === 'every-sending') {
    story.wait('4m');
    story.list(token, id);
  }
  wait(story, milliseconds);
  const [file, schema] = [pair.file, pair.schema].map((url: string) => statusOf(story.ask(url)));
  return file === schema ? String(file) : `${file} ${schema}`;
};

export const probes: Readonly<Record<BoundaryName, Probe>> = {
  tokenLife: (choice, milliseconds) => {
    const story = tell(choice);
    const { token } = story.login();
    wait(story, milliseconds);
    return outcomeOf(story.create(token));
  },
  storeTokenLife: (choice, milliseconds) => {
    const story = tell(choice);
    const token = story.storeToken('store::apps:readwrite');
    wait(story, milliseconds);
    return statusOf(story.ask(`${hosts.submission}/x`, { headers: { authorization: `Bearer ${token}` } }));
  },
  answerMemory: (choice, milliseconds) => {
    const { story, token, id } = completed(choice);
    const first = story.list(token, id);
    wait(story, milliseconds);
    return story.list(token, id).text === first.text ? 'remembered' : 'anew';
  },
  authorizationMemory: (choice, milliseconds) => {
    const { story, token, id } = completed(choice);
    story.list(token, id);
    story.act({ do: 'revokeToken', customer: 'ann' });
    wait(story, milliseconds);
    return outcomeOf(story.list(token, id));
  },
  linkLife: links,
  linkLifeRenewed: links,
  listingHour: (choice, milliseconds) => {
    const { story, token, id } = completed({ ...longLife, ...choice });
    wait(story, milliseconds);
    return outcomeOf(story.list(token, id));
  },
  pageTokenHour: afterPage,
  pageTokenLife: afterPage,
  createsInASecond: lastOf('create', 100),
  secondOfCreates: afterFull('create', 5, 100),
  createsAtOnce: lastUnderWay('create'),
  createsInTwentyMinutes: lastOf('create', 1000),
  twentyMinutesOfCreates: afterFull('create', 20, 1000),
  listsInASecond: lastOf('list', 50),
  secondOfLists: afterFull('list', 10, 50),
  listsAtOnce: lastUnderWay('list'),
  listsInADay: lastOf('list', 101),
  // How long a day is does not depend on how many requests it takes.
  dayOfLists: afterFull('list', 3, 101, { limits: { listDaily: { ...limits.listDaily, value: 3 } } }),
  fewestResults: results,
  mostResults: results,
  onePageOfRecords: (choice, records) => {
    const { story, token, id } = completed(choice, { records });
    return story.list(token, id).body.nextPageToken === undefined ? 'last page' : 'page token';
  },
  payload: (choice, bytes) => {
    const story = tell(choice);
    return outcomeOf(story.create(story.login().token, 'orders', eu, 'x'.repeat(bytes)));
  },
};
