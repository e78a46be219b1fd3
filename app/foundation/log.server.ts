import { pino } from 'pino';
import { describeError } from './log-errors.server.ts';

export type Log = pino.Logger;

/**
 * Creates the structured log: one line of JSON per entry, on standard output or to `destination`. The fields `token`,
 * `otp`, `code`, `email` and `phone` are redacted at the top level and one level below. `authorization` is redacted only
 * one level below. Other fields must contain no personal data. {@link describeError} serialises errors, which are logged as
 * `err`.
 */
export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: [
        'token',
        'otp',
        'code',
        'email',
        'phone',
        '*.token',
        '*.otp',
        '*.code',
        '*.email',
        '*.phone',
        '*.authorization',
      ],
      censor: '[cut]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
