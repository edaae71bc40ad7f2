// Kills commands and servers at any moment, many times: a scenario for each row of the table in tests/kills.
import { killScenario } from '../kills/kill-loop.ts';
import { killedCommands } from '../kills/killed-commands.ts';
import { killedCrawls } from '../kills/killed-crawls.ts';
import { killedLogs } from '../kills/killed-logs.ts';
import { killedServers } from '../kills/killed-servers.ts';

export default [...killedCommands, ...killedLogs, ...killedCrawls, ...killedServers].map(killScenario);
