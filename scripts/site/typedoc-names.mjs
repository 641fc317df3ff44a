/** A plugin of TypeDoc: entry points are called as they are imported. */
const names = { index: 'stunt-double' };

export const load = (app) => {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const entry of project.children ?? [])
      entry.name = names[entry.name] ?? `stunt-double/${entry.name.split('/').at(-1)}`;
  });
};
