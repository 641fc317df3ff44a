/** A realm with a `Math` of its own. */
interface Realm {
  readonly Math: Math;
}

/** Lets `Math.random` of another realm draw what ours draws, which is from the seed inside a simulation. */
export const followChance = ({ Math: realm }: Realm): void => {
  realm.random = () => Math.random();
};
