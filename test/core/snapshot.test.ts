import { describe, expect, test } from 'vitest';
import { loadWorld, saveWorld } from '../../src/core/snapshot.ts';
import { type Effects, step } from '../../src/core/step.ts';
import type { World } from '../../src/core/world.ts';
import { completed, holding, hosts, type Story } from './world.ts';

/** A world in which there is something of everything that can change. */
const busy = (): { readonly story: Story; readonly token: string; readonly id: string } => {
  const { story, token, id } = completed(
    { 'links.lifetimeUnderCache': 'every-sending' },
    { more: [holding('cid', 'orders', { collects: { kind: 'held' } })] },
  );
  story.list(token, id);
  story.list(token, id);
  story.code('bob');
  story.storeToken('reporting::store:marketer');
  story.sendEmail({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' });
  story.create(story.login('cid').token, 'orders', hosts.regions['us-west-2'], '', { exchange: 7 });
  story.act({ do: 'enableScope', application: 'app', scope: 'wishes' });
  story.act({ do: 'holdAccount', customer: 'bob' });
  story.act({ do: 'fault', operation: 'sendEmail', fault: { name: 'silence' }, times: 2 });
  story.act({ do: 'beginFault', fault: 'backendFails', for: 60_000 });
  story.act({ do: 'beginFault', fault: 'serviceThrows' });
  story.act({ do: 'endFault', fault: 'serviceThrows' });
  story.act({ do: 'beginFault', fault: 'appUnidentifiable' });
  story.act({ do: 'regionDown', region: 'us-east-1', failure: { kind: 'row', row: 'integrationTimeout' } });
  return { story, token, id };
};

const throughText = (world: World, links: string = world.settings.addresses.links): World => {
  const saved = JSON.parse(JSON.stringify(saveWorld(world))) as ReturnType<typeof saveWorld>;
  const settings = { ...world.settings, addresses: { ...world.settings.addresses, links } };
  return loadWorld(settings, saved, world.settings.addresses.links);
};

describe('a world as JSON, and back', () => {
  test('nothing of it is lost', () => {
    const { world } = busy().story;
    const empty = Object.entries(world).filter(
      ([, part]) => (part instanceof Map || part instanceof Set ? part.size : (part as unknown[]).length) === 0,
    );

    expect(empty).toEqual([]);
    expect(throughText(world)).toEqual(world);
  });

  test('it goes on alike', () => {
    const { story, token, id } = busy();
    const headers = { authorization: `Bearer ${token}` };
    const list = {
      method: 'GET',
      url: `${hosts.regions['eu-west-1']}/orders/data-queries/${id}/records`,
      headers,
      body: '',
    };
    const goOn = (world: World): Effects[] => [
      step(world, { kind: 'closed', exchange: 7 }, story.now),
      step(world, { kind: 'action', action: { do: 'endFault', fault: 'appUnidentifiable' } }, story.now),
      step(world, { kind: 'request', request: list }, story.now),
      step(world, { kind: 'request', request: { ...list, url: `${list.url}?maxResults=1` } }, story.now + 60_000),
      step(world, { kind: 'action', action: { do: 'finishCollection', customer: 'cid' } }, story.now + 60_000),
    ];
    const again = throughText(story.world);

    const [seen, wanted] = [goOn(again), goOn(story.world)];

    expect(seen).toEqual(wanted);
    expect(seen[2]?.reply?.reason.rememberedSince).toBe(story.now);
    expect(again).toEqual(story.world);
  });

  test('links in remembered answers lead to where the new world has them', () => {
    const { story, token, id } = busy();
    const moved = throughText(story.world, 'https://elsewhere.example/l');

    const pages = [...moved.memory.values()].filter(({ answer }) => answer.body.includes('/files/'));

    expect(pages).toHaveLength(1);
    expect(pages[0]?.answer.body).toContain(`"https://elsewhere.example/l/files/${id}.0?`);
    expect(pages[0]?.answer.body).not.toContain(hosts.links);
    expect(moved.tokens.has(token)).toBe(true);
  });
});
