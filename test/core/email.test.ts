import { describe, expect, test } from 'vitest';
import { hosts, tell } from './world.ts';

const mail = { toEmailAddress: 'to@example.org', fromEmailAddress: 'from@example.org', emailContent: 'Hello' };

describe('interface A', () => {
  test('an email with the three required fields is sent, and the answer is 200 with a message', () => {
    const story = tell();

    const answer = story.sendEmail(mail);

    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }]);
    expect(story.world.outbox).toEqual([
      { at: story.now, to: 'to@example.org', from: 'from@example.org', content: 'Hello' },
    ]);
    expect(story.events).toEqual([{ event: 'mailSent' }]);
  });

  test('every accepted request is one email', () => {
    const story = tell();

    story.sendEmail(mail);
    story.sendEmail(mail);

    expect(story.world.outbox).toHaveLength(2);
  });

  const fields = ['toEmailAddress', 'fromEmailAddress', 'emailContent'] as const;
  const faulty = [undefined, null, '', 1, true, ['a@b'], { a: 1 }];

  test.each(fields.flatMap((field) => faulty.map((value) => ({ field, value }))))(
    '400 when $field is missing or invalid: $value',
    ({ field, value }) => {
      const story = tell();

      const answer = story.sendEmail({ ...mail, [field]: value });

      expect([answer.status, answer.body]).toEqual([400, { message: `missing or invalid: ${field}` }]);
      expect(story.world.outbox).toEqual([]);
    },
  );

  const deep = (open: string, close: string): string => `${open.repeat(100_000)}1${close.repeat(100_000)}`;

  test.each([
    ['lists', deep('[', ']'), '[[[[[[[[[['],
    ['objects', deep('{"a":', '}'), '{"a":{"a":'],
    ['both', `{"a":[{"b":[],"c":null},${deep('[', ']')}]}`, '{"a":[{"b":[],"c":null},[['],
  ])('400 when emailContent is no text, however deep its %s are', (_what, content, quoted) => {
    const body = JSON.stringify(mail).replace('"Hello"', content);

    const answer = tell().sendEmail(body);

    expect([answer.status, answer.body]).toEqual([400, { message: 'missing or invalid: emailContent' }]);
    expect(answer.saw).toContain(JSON.stringify(quoted).slice(0, -1));
  });

  test('400 names every field at fault', () => {
    expect(tell().sendEmail({}).body).toEqual({
      message: 'missing or invalid: toEmailAddress, fromEmailAddress, emailContent',
    });
  });

  test.each(['', '{', 'null', '[]', '"text"', '1', '{"a":1}}'])('400 when the body is no JSON object: %j', (body) => {
    const answer = tell().sendEmail(body);

    expect([answer.status, answer.body]).toEqual([400, { message: 'the body is not a JSON object' }]);
  });

  test('the path is /sendEmail and the method POST; nothing else is there', () => {
    const story = tell();

    for (const [url, method] of [
      [`${hosts.email}/sendEmail`, 'GET'],
      [`${hosts.email}/sendEmail`, 'post'],
      [`${hosts.email}/sendEmail/`, 'POST'],
      [`${hosts.email}/`, 'POST'],
      [hosts.email, 'POST'],
    ] as const) {
      const answer = story.ask(url, { method, body: JSON.stringify(mail) });
      expect([answer.status, answer.body, answer.row]).toEqual([404, { message: 'Not Found' }, 'unknownRoute']);
    }
    expect(story.world.outbox).toEqual([]);
  });
});

const long = (local: number, domain: number): string => `${'l'.repeat(local)}@${'d'.repeat(domain)}`;

describe('email.addressFormat', () => {
  test.each([
    // address, one-at-sign, any-text, strict
    ['a@b', 200, 200, 200],
    ['no-at-sign', 400, 200, 400],
    ['two@at@signs', 400, 200, 400],
    ['@domain', 400, 200, 400],
    ['local@', 400, 200, 400],
    ['a b@c', 400, 200, 400],
    ['a@b\n', 400, 200, 400],
    [' ', 400, 200, 400],
    ['', 400, 400, 400],
    [long(64, 189), 200, 200, 200],
    [long(65, 10), 200, 200, 400],
    [long(1, 252), 200, 200, 200],
    [long(1, 253), 200, 200, 400],
    [long(1, 256), 200, 200, 400],
  ] as const)('%j: one-at-sign %d, any-text %d, strict %d', (address, one, any, strict) => {
    const ask = (format: 'one-at-sign' | 'any-text' | 'strict'): number =>
      tell({ 'email.addressFormat': format }).sendEmail({ ...mail, toEmailAddress: address }).status;

    expect([ask('one-at-sign'), ask('any-text'), ask('strict')]).toEqual([one, any, strict]);
  });
});

describe('what interface A leaves open', () => {
  test('email.contentLimit counts characters: one more than the limit is answered with 400', () => {
    const story = tell({ 'email.contentLimit': 3 });

    const statuses = ['abc', 'ab😀', 'abcd'].map((emailContent) => story.sendEmail({ ...mail, emailContent }).status);

    expect(statuses).toEqual([200, 200, 400]);
    expect(tell().sendEmail({ ...mail, emailContent: 'x'.repeat(1_000_000) }).status).toBe(200);
  });

  test('email.badRequestBody: a message, nothing, or an ErrorResponse', () => {
    const ask = (choice: 'message' | 'empty' | 'error-response') =>
      tell({ 'email.badRequestBody': choice }).sendEmail({ ...mail, emailContent: '' });

    expect(ask('message').body).toEqual({ message: 'missing or invalid: emailContent' });
    expect([ask('empty').status, ask('empty').text]).toEqual([400, '']);
    expect(ask('error-response').body).toEqual({
      category: 'BAD_REQUEST',
      type: 'INVALID_PARAMETERS',
      message: 'missing or invalid: emailContent',
    });
  });

  test('email.retrySafety: an equal request within the time is accepted, and only the first is sent', () => {
    const story = tell({ 'email.retrySafety': '5m' });
    const sent = (): number => {
      expect(story.sendEmail(mail).status).toBe(200);
      return story.world.outbox.length;
    };

    const counts = [sent()];
    story.wait('4m59.999s');
    counts.push(sent());
    story.wait('1ms');
    counts.push(sent());
    story.wait('1ms');
    counts.push(sent());

    expect(counts).toEqual([1, 1, 1, 2]);
    expect(story.events).toHaveLength(2);
  });

  test.each(['toEmailAddress', 'fromEmailAddress', 'emailContent'])(
    'email.retrySafety: a request with another %s is another email',
    (field) => {
      const story = tell({ 'email.retrySafety': '5m' });

      story.sendEmail(mail);
      story.sendEmail({ ...mail, [field]: 'x@y' });

      expect(story.world.outbox).toHaveLength(2);
    },
  );

  test('email.unknownField: refused is what has a field besides, and nothing else', () => {
    const story = tell({ 'email.unknownField': 'refused' });

    const statuses = [mail, { ...mail, subject: 'x' }].map((given) => story.sendEmail(given).status);

    expect(statuses).toEqual([200, 400]);
  });

  test('email.byteOrderMark: a body without one is read as it is', () => {
    const story = tell({ 'email.byteOrderMark': 'ignored' });

    const statuses = ['', '\uFEFF'].map((mark) => story.sendEmail(mark + JSON.stringify(mail)).status);

    expect(statuses).toEqual([200, 200]);
  });

  test.each([
    ['identity', 200],
    [' Identity ', 200],
    ['gzip', 415],
  ])('email.contentEncoding: "%s" is answered with %d', (encoding, status) => {
    const story = tell({ 'email.contentEncoding': 'refused-415' });

    expect(story.sendEmail(mail, { 'content-encoding': encoding }).status).toBe(status);
  });

  test.each([
    ['', 200],
    ['; charset=utf-8', 200],
    ['; CHARSET="UTF8"', 200],
    ['; charset=utf-16', 400],
    ['; Charset=latin1', 400],
    ['; charset=utf-8x', 400],
    ['; charset=xutf-8', 400],
  ])('email.charset: application/json%s is answered with %d', (charset, status) => {
    const story = tell({ 'email.charset': 'refused' });

    expect(story.sendEmail(mail, { 'content-type': `application/json${charset}` }).status).toBe(status);
  });

  test('email.authentication: 401 without a live bearer token', () => {
    const story = tell({ 'email.authentication': 'bearer-token' });
    const token = story.storeToken('store::apps:readwrite');
    const ask = (headers: Record<string, string>): number => story.sendEmail(mail, headers).status;

    expect([ask({}), ask({ authorization: 'Bearer no' }), ask({ authorization: `Bearer ${token}` })]).toEqual([
      401, 401, 200,
    ]);
    story.wait('1h');
    expect(ask({ authorization: `Bearer ${token}` })).toBe(401);
    expect(tell().sendEmail(mail).status).toBe(200);
  });
});
