/** Figures of repeated measurements. Pure. */

/** The value below which a share of the values lies; 0 without values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

/** Milliseconds to a hundredth. */
export const ms = (value: number): number => Math.round(value * 100) / 100;

export const p50 = (values: readonly number[]): number => ms(quantile(values, 0.5));

export const p95 = (values: readonly number[]): number => ms(quantile(values, 0.95));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
