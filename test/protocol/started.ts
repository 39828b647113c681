import { afterEach } from 'vitest';
import { Client, type ClientStartOptions } from './client';

const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

/** Starts a client as {@link Client.start} does, and stops it when the test is over. */
export async function startClient(
  files: Readonly<Record<string, string>>,
  options?: ClientStartOptions,
): Promise<Client> {
  const client = await Client.start(files, options);
  clients.push(client);
  return client;
}
