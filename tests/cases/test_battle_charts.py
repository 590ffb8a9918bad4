"""The odds of battles as text: what is shown apart, put together, estimated, compared."""

from adjudicator.cases.battle_odds import (
    BattleOdds,
    ContestOdds,
    Likelihood,
    OrderOdds,
    SideLosses,
    accuracy,
    charts,
)


def exact(share):
    return Likelihood(share, True, share, share)


def drawn(share):
    return Likelihood(share, False, share - 0.02, share + 0.02)


FIRST = BattleOdds(
    ("Tango",),
    "army 2 attacks Tango",
    {"won": exact(0.75), "lost": exact(0.25)},
    (
        SideLosses("pink", 1.4, tuple(map(exact, (0.0004, 0.6, 0.399, 0.0005, 0.0001)))),
        SideLosses("gray", 1.0, tuple(map(exact, (0.0002, 0.9998)))),
    ),
)
SECOND = BattleOdds(
    ("Dewa",),
    "army 2 attacks Dewa",
    {"won": drawn(0.5), "not fought": drawn(0.5)},
    (SideLosses("pink", 0.5, (drawn(0.5), drawn(0.5))), SideLosses("gray", 1.0, (exact(0), exact(1)))),
)  # fmt: skip
AS_ASKED = ContestOdds("", 400, (FIRST, SECOND), Likelihood(0.4, False, 0.37, 0.43))
AMBUSH = ContestOdds(
    "with 1 hidden ronin in Tango",
    0,
    (
        BattleOdds(
            ("Tango",),
            FIRST.battle,
            {"won": exact(0.5), "called off": exact(0.5)},
            (SideLosses("pink", 2.5, (exact(1),)),),
        ),
    ),
    exact(0.5),
)


SHOWN = """\
Army 2 attacks Tango
  won          75.0 %  ██████████████████████████████
  lost         25.0 %  ██████████

  units lost   pink                         gray
         ≤ 1  60.0 % ████████████         100.0 % ████████████████████
           2  39.9 % ████████
         ≥ 3   0.1 %
  on average    1.4                          1.0

Army 2 attacks Dewa
  won        ~ 50.0 %  ████████████████████
  not fought ~ 50.0 %  ████████████████████

  units lost   pink                         gray
           0  50.0 % ██████████
           1  50.0 % ██████████           100.0 % ████████████████████
  on average    0.5                          1.0
  (if it is fought)

Each battle that is fought is won: ~40.0 %

The same with 1 hidden ronin in Tango:

Army 2 attacks Tango                           as asked       so
  won                                            75.0 %   50.0 %
  lost                                           25.0 %    0.0 %
  called off                                      0.0 %   50.0 %
  units that pink loses                           1.4      2.5"""


def test_every_figure_stands_where_it_belongs():
    assert "\n\n".join(charts(OrderOdds("", (), (), (AS_ASKED, AMBUSH)))) == SHOWN
    assert "within 3.0 points" in accuracy(OrderOdds("", (), (), (AS_ASKED, AMBUSH)))
