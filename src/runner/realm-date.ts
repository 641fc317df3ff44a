/** A realm with a `Date` of its own. */
interface Realm {
  Date: DateConstructor;
}

/** Lets the `Date` of another realm tell the time that ours tells, which is virtual inside a simulation. */
export const followDate = (realm: Realm): void => {
  const { Date: RealDate } = realm;
  RealDate.now = () => Date.now();
  const FollowingDate = new Proxy(RealDate, {
    construct: (real, args: unknown[], target) =>
      Reflect.construct(real, args.length === 0 ? [Date.now()] : args, target) as Date,
    apply: (real) => new real(Date.now()).toString(),
  });
  RealDate.prototype.constructor = FollowingDate;
  realm.Date = FollowingDate;
};
