import process from 'node:process';
import { findRule } from '../../src/rules/catalogue.ts';

/** At the second recording that is judged, the process is told to end. */
const rule = findRule('S1');
const { judge } = rule;
let judged = 0;
Object.assign(rule, {
  judge: (history: Parameters<typeof judge>[0]) => {
    judged += 1;
    if (judged === 2) process.kill(process.pid, 'SIGTERM');
    return judge(history);
  },
});
