import { describe, expect, it } from 'vitest';
import { readConfig } from './config.server.ts';

const storage = {
  UPLOADS_S3_ENDPOINT: 'https://s3.example/',
  UPLOADS_S3_BUCKET: 'tanabana',
  UPLOADS_S3_KEY_ID: 'AKIA',
  UPLOADS_S3_SECRET: 'its secret',
};

describe('the settings of the bucket for uploads', () => {
  it('returns no bucket if none of its variables is set', () => {
    expect(readConfig({}).bucket).toBeUndefined();
  });

  it('uses the region us-east-1 by default', () => {
    expect(readConfig(storage).bucket).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'tanabana',
      region: 'us-east-1',
      keyId: 'AKIA',
      secret: 'its secret',
    });
    expect(readConfig({ ...storage, UPLOADS_S3_REGION: 'auto' }).bucket?.region).toBe('auto');
  });

  it.each(Object.keys(storage))('rejects the bucket settings if %s is missing', (name) => {
    expect(() => readConfig({ ...storage, [name]: ' ' })).toThrow(
      `${name} should be set too: the four of the storage go together`,
    );
  });

  it.each([
    ['UPLOADS_S3_ENDPOINT', 's3.example', 'the address of a storage'],
    ['UPLOADS_S3_BUCKET', 'https://bucket', 'the name of a bucket'],
    ['UPLOADS_S3_REGION', 'ap south', 'a region'],
  ])('rejects the invalid bucket setting %s=%s', (name, value, expected) => {
    expect(() => readConfig({ ...storage, [name]: value })).toThrow(`${name} should be ${expected}`);
  });

  it('rejects the setting of a region if no endpoint is set', () => {
    expect(() => readConfig({ UPLOADS_S3_REGION: 'auto' })).toThrow('only with UPLOADS_S3_ENDPOINT');
  });
});
