"""Drives async_rithmic, a public Rithmic client, against an emulator. Prints what it has read."""

import asyncio
import json
import sys
from datetime import datetime, timedelta, timezone

from async_rithmic import RithmicClient
from async_rithmic.enums import SysInfraType


async def main(url: str) -> None:
    client = RithmicClient(
        user="firm",
        password="right",
        system_name="Rithmic Test",
        app_name="foreign",
        app_version="1.0",
        url=url,
    )
    # The emulator speaks without encryption, on this machine only.
    client.ssl_context = None
    notices = []
    client.on_exchange_order_notification += lambda notice: notices.append(notice)
    await client.connect(plants=[SysInfraType.ORDER_PLANT, SysInfraType.PNL_PLANT])
    now = datetime.now(timezone.utc)
    accounts = sorted(each.account_id for each in client.accounts)
    result = {"accounts": accounts, "firms": sorted({each.fcm_id for each in client.accounts})}
    history = await client.get_fill_history(
        start_time=now - timedelta(hours=1), end_time=now + timedelta(minutes=1), account_id=accounts[0]
    )
    result["history"] = [[fill.symbol, int(fill.fill_size), fill.fill_price] for fill in history if fill.fill_id]
    await client.replay_executions(now - timedelta(hours=1), now + timedelta(minutes=1), account_id=accounts[0])
    positions = await client.list_positions(account_id=accounts[0])
    result["positions"] = [[each.symbol, each.net_quantity] for each in positions]
    summary = await client.list_account_summary(account_id=accounts[0])
    result["balance"] = float(summary[0].account_balance)
    limits = await client.get_account_rms()
    result["limits"] = len([each for each in limits if each.account_id])
    orders = await client.list_orders(account_id=accounts[0])
    result["orders"] = len(orders)
    await asyncio.sleep(1)
    result["replayed"] = len([each for each in notices if each.is_snapshot and each.fill_id])
    print(json.dumps(result))
    await client.disconnect()


asyncio.run(main(sys.argv[1]))
