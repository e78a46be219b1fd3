import { pino } from 'pino';
import { describeError } from './log-errors.server.ts';

export type Log = pino.Logger;

/**
 * Structured logs, a line of JSON each, on standard output or to `destination`. Fields with the names of secrets
 * and of people's data are cut out where they stand at the top of a line or one step below, no deeper; errors,
 * logged as `err`, are told by {@link describeError}. Whatever else is logged must hold no personal data.
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
