/** @jest-environment node */
const { simulate } = require('stunt-double/jest');
test('another environment is refused', async () => {
  await expect(simulate()).rejects.toThrow('write testEnvironment: "stunt-double/jest-environment"');
});
