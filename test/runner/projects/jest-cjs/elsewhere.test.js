/** @jest-environment node */
const { simulate } = require('stunt-double/jest');
const plain = require('stunt-double');
const wanted = 'write testEnvironment: "stunt-double/jest-environment"';
test('another environment is refused', async () => {
  await expect(simulate()).rejects.toThrow(wanted);
  await expect(plain.simulate({ transport: 'none' })).rejects.toThrow(wanted);
});
