/**
 * Puts virtual time into the process for good, before anything else can take a copy of its timers:
 * `node --import stunt-double/register`, or first in the test runner's set-up files. Without a simulation all stays real.
 */
import { useInstallation } from './clock/installation.ts';

useInstallation();
