import { useMemo, useState } from 'preact/hooks';
import { clockTime } from '../../picture/ruler.ts';
import { Choice } from '../choice.tsx';
import type { Mail } from './answers.ts';
import { cleanMail } from './clean-mail.ts';

const most = 50;

const forms = { page: 'Page', text: 'Text' } as const;

/** The mails that the service accepted: as text, and those that are pages in a frame where nothing runs. */
export const MailsTab = ({ mails }: { readonly mails: readonly Mail[] }) => (
  <section class="mails" aria-label="Sent mails">
    {mails.length === 0 && <p class="quiet">No mail was sent.</p>}
    <ul>
      {mails
        .slice(-most)
        .map((mail, index) => <MailView key={index + Math.max(0, mails.length - most)} mail={mail} />)
        .toReversed()}
    </ul>
    {mails.length > most && <p class="quiet">and {String(mails.length - most)} older ones</p>}
  </section>
);

const MailView = ({ mail: { at, to, from, content } }: { readonly mail: Mail }) => {
  const page = useMemo(() => cleanMail(content), [content]);
  const [form, setForm] = useState<keyof typeof forms>('page');
  return (
    <li>
      <p class="mail-head">
        <strong>{to}</strong>
        <span class="quiet">
          {' '}
          from {from} · {clockTime(at, 0)}
        </span>
      </p>
      {page !== undefined && <Choice label="Show the mail as" names={forms} chosen={form} onChoose={setForm} />}
      {page !== undefined && form === 'page' ? (
        <iframe sandbox="" srcdoc={page} title={`Mail to ${to}`} referrerpolicy="no-referrer" />
      ) : (
        <pre tabIndex={0}>{content}</pre>
      )}
    </li>
  );
};
