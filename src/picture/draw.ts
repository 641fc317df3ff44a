import type { Entry } from '../trace/entry.ts';
import { drawActs } from './acts.ts';
import { drawAnswers } from './answers.ts';
import { drawClient } from './client.ts';
import { drawLimits } from './fill-levels.ts';
import { findIdle } from './idle.ts';
import { drawNotifications } from './notifications.ts';
import type { Break, Picture } from './picture.ts';
import { drawQueries } from './queries.ts';
import { drawRequests } from './requests.ts';
import { readScene } from './scene.ts';
import { drawTokens } from './tokens.ts';

/** What else there is to know of a run, beside its trace. */
export interface DrawOptions {
  /** Where rules were broken: the evidence of judgements. */
  readonly broken?: readonly Break[];
}

/**
 * A run as a picture. It wants the entries of a trace as they are shown, with the secrets masked; nothing of it is the text of
 * a secret all the same. What lasts beyond the end of the trace is drawn up to there, and says until when it would.
 */
export const drawPicture = (entries: readonly Entry[], options: DrawOptions = {}): Picture => {
  const scene = readScene(entries);
  drawClient(scene);
  drawRequests(scene);
  const applicationOf = drawTokens(scene);
  drawAnswers(scene);
  drawQueries(scene);
  drawLimits(scene, applicationOf);
  drawActs(scene);
  drawNotifications(scene);
  const { began, end, lanes } = scene;
  const drawn = lanes.close(end, entries.length - 1);
  return {
    epoch: began?.epoch ?? '1970-01-01T00:00:00.000Z',
    seed: began?.seed ?? 0,
    end,
    lanes: drawn,
    idle: findIdle(drawn),
    broken: [...(options.broken ?? [])].sort((one, other) => one.at - other.at),
  };
};
