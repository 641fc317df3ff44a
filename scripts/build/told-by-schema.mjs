import MagicString from 'magic-string';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * What each choice of an assumption means stands in scenario.schema.json, for editors: `explain` reads it there (src/cli/topics/
 * assumptions.ts), and the code that every simulation loads goes without. What an open choice means stands nowhere else.
 */
export const toldBySchema = {
  name: 'told-by-schema',
  transform: (code, id) =>
    /[\\/]src[\\/]spec[\\/]assumptions[\\/]\w+\.ts$/.test(id) ? withoutMeanings(id, code) : null,
};

const withoutMeanings = (path, code) => {
  const text = new MagicString(code);
  new Visitor({
    Property: ({ key, value }) => {
      if (key.name !== 'means' || value.type !== 'ObjectExpression') return;
      for (const one of value.properties) {
        if (one.type === 'Property' && !isOpen(one.key)) text.update(one.value.start, one.value.end, "''");
      }
    },
  }).visit(parseSync(path, code).program);
  return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) };
};

const isOpen = ({ name }) => ['count', 'duration', 'routes', 'text'].includes(name);
