import { onTestFinished } from 'vitest';
import { Client, type ClientStartOptions } from './client';

/** Starts a client as {@link Client.start} does, and stops it when the test is over. */
export async function startClient(
  files: Readonly<Record<string, string>>,
  options?: ClientStartOptions,
): Promise<Client> {
  const client = await Client.start(files, options);
  onTestFinished(() => client.stop());
  return client;
}
