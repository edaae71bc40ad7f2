// Tests the errors of a PostgreSQL database. They contain the host, the name and the reason, but no password.
// Internal errors stay as they are.
import { describe, expect, test } from 'vitest';
import { postgresFault } from '../../../../../functions/stores/sql/postgres.ts';
import { postgresName } from '../../../../../functions/stores/sql/rows.ts';
import { StoreUnavailable } from '../../../../../src/service/account-store.ts';

const NAME = 'The database "hub" on db.example:5432';
const coded = (code: string, message = 'words of the server') => Object.assign(new Error(message), { code });

test.each([
  ['postgres://hub:hunter2@db.example:5432/hub', NAME],
  ['postgresql://db.example/with%20space?sslmode=require', 'The database "with space" on db.example'],
  ['postgres://hub:hunter2@[::1]:5432/hub', 'The database "hub" on [::1]:5432'],
  ['postgres:///hub?host=/var/run/postgresql', 'The database "hub" on /var/run/postgresql'],
  ['postgres:///hub', 'The database "hub" on this machine'],
  ['postgres://hub:hunter2@db.example/%', 'The database of HUB_DATABASE'],
])('the name of %s is %s', (url, name) => {
  expect(postgresName(url)).toBe(name);
});

describe('an error of the database', () => {
  test.each([
    ['08P01', 'takes no connection with these settings: correct HUB_DATABASE'],
    ['57P01', "can't be reached or is going down (words of the server, SQLSTATE 57P01)"],
    ['57014', 'did not answer in time'],
    ['53100', 'has no room or no connection left'],
    ['25006', 'takes no writes just now'],
    ['28P01', 'refuses the login: check user and password in HUB_DATABASE'],
    ['40P01', 'did not answer in time'],
    ['42501', 'does not let this user make and use tables: grant that'],
    ['ECONNREFUSED', "can't be reached (ECONNREFUSED)"],
    ['EPIPE', "can't be reached (EPIPE)"],
    ['SELF_SIGNED_CERT_IN_CHAIN', "can't be reached (SELF_SIGNED_CERT_IN_CHAIN)"],
  ])('with the code %s gets a sentence', (code, sentence) => {
    const fault = postgresFault(NAME, coded(code)) as Error;
    expect(fault).toBeInstanceOf(StoreUnavailable);
    expect(fault.message).toContain(sentence);
    expect(fault.message).toContain(NAME);
  });

  test.each(['Connection terminated unexpectedly', 'Query read timeout', 'timeout exceeded when trying to connect'])(
    'with the message “%s” counts as unavailable',
    (message) => {
      expect(postgresFault(NAME, new Error(message))).toBeInstanceOf(StoreUnavailable);
    },
  );
});

describe('an error of the hub itself', () => {
  test.each([coded('42703'), coded('23505'), new TypeError('ours')])('stays as it is: %s', (error) => {
    expect(postgresFault(NAME, error)).toBe(error);
  });
});
