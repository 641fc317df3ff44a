import { expect, jest, test } from '@jest/globals';
import * as inside from 'stunt-double';
import { testRealm } from '../realm.cjs';

testRealm(inside, { expect, jest, test });
