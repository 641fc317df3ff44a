/** Elements of which nothing is kept: they run, load, lead away, or ask for something. */
const dropped =
  'script, style, link, meta, base, iframe, frame, frameset, object, embed, applet, portal, form, input, button, select, ' +
  'textarea, template, noscript, svg, math, audio, video, source, track, dialog';

/** Attributes that say how text stands, and nothing else. */
const kept = new Set(['alt', 'title', 'dir', 'lang', 'align', 'width', 'height', 'colspan', 'rowspan', 'start', 'src']);

/** The frame it is shown in lets nothing run, and nothing be loaded, whatever stands in it: this is for what it would try. */
const policy = "default-src 'none'; img-src data:";

const isHtml = (content: string): boolean => /<[a-z!][^>]*>/i.test(content);

/**
 * What a mail says as a page of its own, for a frame in a sandbox: its text and the order of its parts. Undefined for a mail
 * that is plain text.
 */
export const cleanMail = (content: string): string | undefined => {
  if (!isHtml(content)) return undefined;
  const page = new DOMParser().parseFromString(content, 'text/html');
  for (const element of page.querySelectorAll(dropped)) element.remove();
  for (const element of page.querySelectorAll('*')) cleanAttributes(element);
  return (
    `<!doctype html><html lang="en"><head><title>E-mail</title>` +
    `<meta http-equiv="content-security-policy" content="${policy}"></head><body>${page.body.innerHTML}</body></html>`
  );
};

const cleanAttributes = (element: Element): void => {
  const leadsTo = element.getAttribute('href');
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? '';
    if (!kept.has(name) || (name === 'src' && !/^data:image\/(?:png|gif|jpeg|webp);base64,/.test(value))) {
      element.removeAttribute(name);
    }
  }
  if (leadsTo !== null && !element.hasAttribute('title')) element.setAttribute('title', leadsTo);
};
