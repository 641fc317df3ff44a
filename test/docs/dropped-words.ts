/** Words that others have taken the place of, and where a few of them stand still. */

export interface DroppedWord {
  readonly word: RegExp;
  readonly now: string;
  /** Layers of `src` and pages in which it may stand; the test fails once it does not stand there any more. */
  readonly still: readonly string[];
}

export const droppedWords: Readonly<Record<string, DroppedWord>> = {
  story: { word: /^(story|stories)$/, now: 'scenario, or history where rules read it', still: [] },
  accident: { word: /^accidents?$/, now: 'fault', still: [] },
  trouble: { word: /^troubl(e|es|ed)$/, now: 'service fault', still: [] },
  mishap: { word: /^mishaps?$/, now: 'notification fault', still: [] },
  befall: { word: /^befalls?$/, now: 'apply a fault', still: [] },
  blow: { word: /^blows?$/, now: 'injection', still: [] },
  stroke: { word: /^(strokes?|strikes?)$/, now: 'injection', still: [] },
  deed: { word: /^deeds?$/, now: 'action', still: [] },
  twist: { word: /^twists?$/, now: 'arbitrary', still: [] },
  theme: { word: /^themes?$/, now: 'arbitrary', still: [] },
  lever: { word: /^levers?$/, now: 'verb', still: [] },
  habit: { word: /^habits?$/, now: 'client profile', still: [] },
  cue: { word: /^cues?$/, now: 'trigger', still: [] },
  beat: { word: /^beats?$/, now: 'event', still: [] },
  standing: { word: /^standings?$/, now: 'state', still: [] },
  conduct: { word: /^conducts?$/, now: 'calls and responses', still: [] },
  director: { word: /^directors?$/, now: 'driver', still: [] },
  stage: { word: /^stages?$/, now: 'engine', still: [] },
  door: { word: /^doors?$/, now: 'gateway', still: [] },
  desk: { word: /^desks?$/, now: 'server', still: [] },
  line: { word: /^line$/, now: 'connection', still: [] },
  pour: { word: /^pours?$/, now: 'body writer', still: [] },
  deal: { word: /^deals?$/, now: 'send in chunks', still: [] },
  switchboard: { word: /^switchboards?$/, now: 'host registry', still: [] },
  accompany: { word: /^accompan(y|ies)$/, now: 'pass-through', still: [] },
  course: { word: /^courses?$/, now: 'scheduler', still: [] },
  agenda: { word: /^agendas?$/, now: 'event queue', still: [] },
  complaint: { word: /^complaints?$/, now: 'stuck', still: [] },
  holdings: { word: /^holdings?$/, now: 'accounts', still: [] },
  aftermath: { word: /^aftermaths?$/, now: 'quiet period', still: [] },
  retell: { word: /^(retells?|retold)$/, now: 'import', still: [] },
  ledger: { word: /^ledgers?$/, now: 'assumptions', still: [] },
  lean: { word: /^(leaned|leans?)$/, now: 'relied on', still: [] },
};
