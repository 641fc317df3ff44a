/**
 * Some of a message's headers, in this order. `Object.fromEntries` would be the same, and take twenty times as long: it goes
 * through the engine's own code for each, and this is done for every request and every answer. (docs/decisions/0030)
 */
export const pickHeaders = (
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> => {
  const picked: Record<string, string> = {};
  for (const name of names) {
    // To assign to that name would set what the object descends from.
    if (name === '__proto__') Object.defineProperty(picked, name, { value: headers[name], enumerable: true });
    else picked[name] = headers[name] ?? '';
  }
  return picked;
};
