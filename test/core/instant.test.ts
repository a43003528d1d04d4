import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, compareInstants, dayOf, isInstant, isTime } from "../../extensions/core/instant.ts";

test("an instant has a date, a time and an offset, and exists", () => {
  for (const text of [
    "2026-11-30T12:00:00.000Z",
    "2026-11-30T12:00Z",
    "2024-02-29T23:59:60+05:30",
    "2026-11-30t12:00:00z",
    "2026-11-30T12:00:00-0800",
  ]) {
    expect({ text, instant: isInstant(text) }).toEqual({ text, instant: true });
  }
  for (const text of [
    "2026-11-30",
    "2026-11-30T12:00:00",
    "2026-02-29T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-11-31T12:00:00Z",
    "2026-11-30T24:00:00Z",
    "2026-11-30T12:60:00Z",
    "2026-11-30T12:00:00+24:00",
    "30.11.2026",
    "",
    "tomorrow",
  ]) {
    expect({ text, instant: isInstant(text) }).toEqual({ text, instant: false });
  }
  expect(isTime("2026-11-30") && isTime("2026-11-30 12:00") && !isTime("soon")).toBe(true);
});

test("instants are compared across offsets and fractions of any length", () => {
  const order = [
    "never",
    "2026-11-29",
    "2026-11-30T00:30:00+02:00",
    "2026-11-30",
    "2026-11-30T00:00:00.1Z",
    "2026-11-30T00:00:00.10000000000000001Z",
    "2026-11-30T00:00:00.11Z",
    "2026-11-29T20:00:01-04:00",
  ];
  for (const [index, a] of order.entries()) {
    for (const [other, b] of order.entries()) {
      expect({ a, b, sign: Math.sign(compareInstants(a, b)) }).toEqual({ a, b, sign: Math.sign(index - other) });
    }
  }
  expect(compareInstants("2026-11-30T12:00:00.500Z", "2026-11-30T13:00:00.5+01:00")).toBe(0);
});

const time = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9900-01-01T00:00:00Z"),
  noInvalidDate: true,
});

test("adding days, comparing and the day agree with the platform's calendar", () => {
  fc.assert(
    fc.property(time, time, fc.integer({ min: -300, max: 30_000 }), (first, second, days) => {
      const [a, b] = [first.toISOString(), second.toISOString()];
      expect(Math.sign(compareInstants(a, b))).toBe(Math.sign(first.getTime() - second.getTime()));
      expect(dayOf(a)).toBe(a.slice(0, 10));
      const later = new Date(first.getTime() + days * 86_400_000);
      if (later.getUTCFullYear() >= 0 && later.getUTCFullYear() <= 9999) {
        expect(addDays(a, days)).toBe(later.toISOString());
      }
    }),
  );
});

test("adding days keeps the time of day, the offset and the spelling", () => {
  expect(addDays("2026-12-31T23:30:00+05:30", 1)).toBe("2027-01-01T23:30:00+05:30");
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-03-01T00:00Z", -1)).toBe("2026-02-28T00:00Z");
});

test("the day of an instant is the day in UTC", () => {
  expect(dayOf("2026-11-30T23:30:00-05:00")).toBe("2026-12-01");
  expect(dayOf("2026-11-30T00:30:00+02:00")).toBe("2026-11-29");
});

test("what is no time is refused, and so is a year without four digits", () => {
  for (const wrong of [() => addDays("soon", 1), () => dayOf("soon"), () => addDays("9999-12-31", 1)]) {
    expect(wrong).toThrowError(expect.objectContaining({ code: "invalid_input" }));
  }
});
