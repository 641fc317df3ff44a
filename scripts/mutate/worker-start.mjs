// A thread of its own does not know TypeScript, even where the process does.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
