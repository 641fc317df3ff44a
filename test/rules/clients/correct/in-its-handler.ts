import { Fleet, importByFleet, type Order } from '../wrong/fleet.ts';
import * as read from '../wrong/readings.ts';

/**
 * It answers a notification only when all has been downloaded. How long an application may take for that, and whether the service
 * sends again what was not answered, is not shown; whatever is sent again is taken, too. (Events)
 */
class ImportsInItsHandler extends Fleet {
  private readonly imports = new Map<string, Promise<unknown>>();

  protected override async hear(request: Request): Promise<Response> {
    const { Message } = (await request.clone().json()) as { readonly Message: string };
    const response = await super.hear(request);
    // What waits for the notification goes on first.
    await read.pause(1, this.env);
    await this.imports.get((JSON.parse(Message) as { readonly id: string }).id);
    return response;
  }

  protected override pages(order: Order, id: string): Promise<number> {
    const work = super.pages(order, id);
    this.imports.set(
      id,
      work.catch(() => undefined),
    );
    return work;
  }
}

export const importInItsHandler = importByFleet(ImportsInItsHandler);
