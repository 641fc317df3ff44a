import type { Instant } from '../spec/time.ts';

/** Calendar dates without a clock: counted in whole days from the Unix epoch. */

const day = 86_400_000;
const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const two = (value: number): string => String(value).padStart(2, '0');

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** From January to November: what is left of a year after these is December. */
const monthLengths = (year: number): readonly number[] => [
  31,
  isLeap(year) ? 29 : 28,
  31,
  30,
  31,
  30,
  31,
  31,
  30,
  31,
  30,
];

/** An instant as HTTP writes it, whole seconds: `Thu, 29 Feb 2024 00:00:01 GMT`. (RFC 9110 section 5.6.7) */
export const httpDate = (instant: Instant): string => {
  const days = Math.floor(instant / day);
  const second = Math.floor((instant - days * day) / 1000);
  const { year, month, date } = dateOf(days);
  const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(two).join(':');
  return `${weekdays[days % 7]}, ${two(date)} ${months[month]} ${year} ${time} GMT`;
};

const dateOf = (days: number): { readonly year: number; readonly month: number; readonly date: number } => {
  let left = days;
  let year = 1970;
  for (let length = 365; left >= length; length = isLeap(year) ? 366 : 365) {
    left -= length;
    year += 1;
  }
  let month = 0;
  for (const length of monthLengths(year)) {
    if (left < length) break;
    left -= length;
    month += 1;
  }
  return { year, month, date: left + 1 };
};
