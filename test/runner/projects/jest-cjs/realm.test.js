const inside = require('stunt-double');
const { testRealm } = require('../realm.cjs');

testRealm(inside, { expect, jest, test });
