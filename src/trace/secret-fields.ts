/** Where secrets stand on the wire, and what each is called in a trace. */
export const secretFields: Readonly<Record<string, string>> = {
  access_token: 'token',
  refresh_token: 'refresh token',
  client_secret: 'client secret',
  code: 'code',
  password: 'password',
  assertion: 'assertion',
  id_token: 'id token',
  nextPageToken: 'page token',
};

/** All of the value is one, but for the word of an authentication scheme in front of it. Names as HTTP has them in lower case. */
export const secretHeaders: Readonly<Record<string, string>> = {
  authorization: 'token',
  'proxy-authorization': 'token',
  cookie: 'token',
  'set-cookie': 'token',
  'x-api-key': 'token',
  'x-auth-token': 'token',
  'x-amz-access-token': 'token',
  'x-amz-security-token': 'token',
  nextpagetoken: 'page token',
};

/** Parameters of links that are signed in advance. All are called alike: a page has a hundred of them. */
export const signatureFields = ['signature', 'X-Amz-Signature', 'X-Amz-Security-Token', 'X-Amz-Credential'] as const;
