/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { simulate } from 'stunt-double/jest';

test('another environment is refused', async () => {
  await expect(simulate()).rejects.toThrow('write testEnvironment: "stunt-double/jest-environment"');
});
