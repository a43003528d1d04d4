/** Calculates with times as they are written, without a clock or a time zone of the machine. Pure. */

import type { Instant } from "../platform/platform.ts";
import { WikiError } from "./errors.ts";

const timePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|z|[-+]\d{2}:?\d{2})?)?$/;

interface Time {
  /** Days since 1970-01-01 in the offset's own calendar. */
  readonly day: number;
  /** Seconds since 1970-01-01T00:00:00Z, without the fraction. */
  readonly seconds: number;
  /** The digits of the fraction, without trailing zeros. */
  readonly fraction: string;
  readonly offset: string | undefined;
}

/** Whether a text is a date and time with an explicit offset, and such a time exists. */
export const isInstant = (text: string): boolean => /[Tt]/.test(text) && readTime(text)?.offset !== undefined;

/** Whether a text is a date, or a date and time with or without an offset, that exists. */
export const isTime = (text: string): boolean => readTime(text) !== undefined;

/**
 * Negative when `a` is earlier, positive when later. A date alone is its first moment, and a time without offset is
 * in UTC; what is no time at all sorts before every time.
 */
export const compareInstants = (a: string, b: string): number => {
  const [first, second] = [readTime(a), readTime(b)];
  if (first === undefined || second === undefined) return Number(first !== undefined) - Number(second !== undefined);
  if (first.seconds !== second.seconds) return first.seconds < second.seconds ? -1 : 1;
  if (first.fraction === second.fraction) return 0;
  return first.fraction < second.fraction ? -1 : 1;
};

/** The same time of day, offset and spelling, a number of days later (or earlier). */
export const addDays = (instant: Instant, days: number): Instant => {
  const time = readTime(instant);
  if (time === undefined || !Number.isSafeInteger(days)) {
    throw new WikiError("invalid_input", { what: "time", problem: `"${instant}" and ${days} days make no time` });
  }
  return `${dateText(time.day + days)}${instant.slice(10)}`;
};

/** The UTC day of a time, as `YYYY-MM-DD`. */
export const dayOf = (instant: Instant): string => {
  const time = readTime(instant);
  if (time === undefined) throw new WikiError("invalid_input", { what: "time", problem: `"${instant}" is no time` });
  return dateText(Math.floor(time.seconds / 86_400));
};

/** The UTC minute of a time, as `YYYY-MM-DD HH:MM`. */
export const minuteOf = (instant: Instant): string => {
  const day = dayOf(instant);
  const minutes = Math.floor((readTime(instant)?.seconds ?? 0) / 60);
  const ofDay = ((minutes % 1_440) + 1_440) % 1_440;
  return `${day} ${pad(Math.floor(ofDay / 60), 2)}:${pad(ofDay % 60, 2)}`;
};

const readTime = (text: string): Time | undefined => {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const offset = match[8];
  const shift = offset === undefined ? 0 : offsetMinutes(offset);
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return undefined;
  // A leap second counts as the second after it.
  if (hour > 23 || minute > 59 || second > 60 || shift === undefined) return undefined;
  const day = dayNumber(year, month, date);
  const seconds = ((day * 24 + hour) * 60 + minute - shift) * 60 + second;
  return { day, seconds, fraction: (match[7] ?? "").replace(/0+$/, ""), offset };
};

const offsetMinutes = (offset: string): number | undefined => {
  if (offset === "Z" || offset === "z") return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
};

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysIn = (year: number, month: number): number => {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Days since 1970-01-01 in the Gregorian calendar; years begin in March, so that the leap day comes last. */
const dayNumber = (year: number, month: number, date: number): number => {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

const dateText = (day: number): string => {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  if (year < 0 || year > 9999) throw new WikiError("invalid_input", { what: "time", problem: `the year ${year}` });
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
};

const pad = (value: number, length: number): string => String(value).padStart(length, "0");
