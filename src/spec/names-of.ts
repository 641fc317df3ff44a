/** The names of a table's rows, in the order they are written. `Object.keys` would forget their type. */
export const namesOf = <Table extends object>(table: Table): readonly Extract<keyof Table, string>[] => {
  const names: Extract<keyof Table, string>[] = [];
  for (const name in table) if (Object.hasOwn(table, name)) names.push(name);
  return names;
};
