/* oxlint-disable eslint/no-underscore-dangle -- so jest marks its mocks */
interface Fakes {
  readonly Date: { readonly isFake?: boolean; readonly isMock?: boolean };
  readonly setTimeout: { readonly clock?: unknown; readonly _isMockFunction?: boolean };
}

/** True while the fake timers of sinon, vitest, jest or node:test stand in for real time: each leaves a mark of its own. */
export const isTimeFaked = (): boolean => {
  const { Date, setTimeout } = globalThis as unknown as Fakes;
  const isClockFaked = Date.isFake === true || Date.isMock === true;
  return isClockFaked || setTimeout.clock !== undefined || setTimeout._isMockFunction === true;
};
